# Flags of our own targets only: dependencies are not judged by our warnings.
add_library(assayer_flags INTERFACE)
target_compile_options(assayer_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
    -Wcast-align -Wimplicit-fallthrough -Wformat=2
    $<$<BOOL:${ASSAYER_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(assayer_flags INTERFACE -Wduplicated-cond -Wlogical-op)
endif()
target_compile_definitions(assayer_flags INTERFACE
    $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>
    ASSAYER_VERSION="${PROJECT_VERSION}")
# Qt's own convenience conversions hide encodings; an inspector must not guess one.
add_library(assayer_qt_flags INTERFACE)
target_compile_definitions(assayer_qt_flags INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
    QT_STRICT_ITERATORS QT_NO_FOREACH QT_NO_JAVA_STYLE_ITERATORS QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)
if(ASSAYER_SANITIZE)
    target_compile_options(assayer_flags INTERFACE -fsanitize=${ASSAYER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(assayer_flags INTERFACE -fsanitize=${ASSAYER_SANITIZE})
endif()
# A cold build links a hundred programs: binutils' default linker takes three seconds for one, gold less than one.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold ASSAYER_HAS_GOLD)
if(ASSAYER_HAS_GOLD AND NOT ASSAYER_SANITIZE)
    add_link_options(-fuse-ld=gold)
endif()
