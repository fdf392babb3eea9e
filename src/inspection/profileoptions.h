// From a profile, its variables filled in, to the options of an inspection.
#pragma once

#include "inspection/inspectionoptions.h"
#include "profiles/serverprofile.h"

namespace assayer {

/// `profile` is an expansion. Members it does not have leave the defaults. Secret names and values are collected for exports.
/// Fails with kind "usage" where a member cannot be used: no command and no URL, an unknown era or policy, a URL that is none.
Result<InspectionOptions> optionsFromProfile(const ServerProfile &profile);

/// Words of profiles and of the command line.
std::optional<EraMode> eraModeFromWord(QStringView word); ///< "auto", "legacy", "modern"
std::optional<ProbePolicy> policyFromWord(QStringView word); ///< "assayer", "sdk-2571", "sdk-2.4.0"
std::optional<MetadataPolicy> metadataPolicyFromWord(QStringView word); ///< "whole", "isolated"
std::optional<ProbePlacement> placementFromWord(QStringView word); ///< "sibling", "in-place"
std::optional<TransportKind> transportFromWord(QStringView word); ///< "streamable-http" (also "http"), "sse", "stdio"

/// An http or https URL with a host, or kind "usage" with what is wrong.
Result<QUrl> serverUrl(const QString &text);

} // namespace assayer
