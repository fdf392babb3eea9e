// Dresses PromptMessageModel.
#pragma once

#include "ui/presentation/presentation.h"

namespace assayer {

class PromptMessagePresentation final : public Presentation {
    Q_OBJECT
public:
    using Presentation::Presentation;

protected:
    QString header(int column) const override;
    QVariant words(const QModelIndex &source, int column) const override;
    QVariant look(const QModelIndex &source, int role) const override;
    QString sentence(const QModelIndex &source) const override;

private:
    QString line(const QModelIndex &source) const;
};

} // namespace assayer
