# Writes OUTPUT, a header with the version, the git revision of SOURCE_DIR and the compiler; leaves it alone where
# nothing has changed. A tree without its own .git (a release archive) has the revision "unknown".
set(revision unknown)
find_program(git git)
if(git AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(COMMAND ${git} -C ${SOURCE_DIR} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(revision ${head})
    execute_process(COMMAND ${git} -C ${SOURCE_DIR} --no-optional-locks status --porcelain -- CMakeLists.txt sim tools
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND revision "-modified")
    endif()
  endif()
endif()

set(text "#pragma once

namespace collsim::build {

inline constexpr const char* version = \"${VERSION}\";
inline constexpr const char* revision = \"${revision}\";  ///< of git; `-modified` where the sources differ from it
inline constexpr const char* compiler = \"${COMPILER}\";

}  // namespace collsim::build
")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)
