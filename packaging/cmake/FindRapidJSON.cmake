# Debian's package defines no target: RapidJSON::RapidJSON
find_path(RapidJSON_INCLUDE_DIR rapidjson/reader.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RapidJSON REQUIRED_VARS RapidJSON_INCLUDE_DIR)
if(RapidJSON_FOUND AND NOT TARGET RapidJSON::RapidJSON)
    add_library(RapidJSON::RapidJSON INTERFACE IMPORTED)
    target_include_directories(RapidJSON::RapidJSON SYSTEM INTERFACE "${RapidJSON_INCLUDE_DIR}")
endif()
mark_as_advanced(RapidJSON_INCLUDE_DIR)
