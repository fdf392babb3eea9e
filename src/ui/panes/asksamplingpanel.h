// A request for a completion: the user is the model. What was asked, and the answer being written.
#pragma once

#include "json/document.h"

#include <QByteArray>
#include <QFrame>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QVBoxLayout;

namespace assayer {

class EscapedText;
class JsonEdit;

/// Children: `askSamplingText askSamplingHints askModel askStopReason askAddBlockButton`, and per block `askBlockKind0`,
/// `askBlockText0`, `askBlockTool0`, `askBlockJson0`, `askBlockRemove0`.
class AskSamplingPanel : public QFrame {
    Q_OBJECT
public:
    explicit AskSamplingPanel(QWidget *parent = nullptr);

    void setRequest(const json::Node &params);
    /// The result as it would be sent.
    QByteArray result() const;
    /// Fills the fields from an answer that was saved; what they cannot hold becomes a block of JSON.
    void setResult(const QByteArray &result);
    /// A block that is no JSON; empty: all is well.
    QString problem() const;

Q_SIGNALS:
    void changed();

private:
    enum Kind { Text, ToolUse, Raw };
    struct Block {
        QWidget *box;
        QComboBox *kind;
        QPlainTextEdit *text;
        QComboBox *tool;
        JsonEdit *json;
        int number;
    };
    Block &addBlock();
    void removeBlock(QWidget *box);
    void clearBlocks();
    void fit(const Block &block);
    QByteArray blockJson(const Block &block) const;
    void fill(const json::Value &value, const json::Document &document);
    void showRequest(const json::Node &params);

    EscapedText *m_request;
    QLabel *m_hints;
    QLineEdit *m_model;
    QComboBox *m_stop;
    QVBoxLayout *m_rows;
    std::vector<Block> m_blocks;
    QStringList m_tools; ///< names offered
    int m_last = 0;
};

} // namespace assayer
