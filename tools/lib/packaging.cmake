# What `cmake --install` puts where, in two components, and the two Debian packages that CPack (`tools/package`) makes of
# them: `runtime` is the program with its manual page, completions and examples, `devel` the libraries and headers for
# those who build on them (collsimConfig.cmake).

# From the definitions of the command line, so that no option can be forgotten.
set(documents ${CMAKE_BINARY_DIR}/documents)
set(document_commands)
foreach(document manual=collsim.1 "completion bash=collsim.bash" "completion zsh=_collsim" "completion fish=collsim.fish")
  string(REGEX MATCH "^(.*)=(.*)$" unused "${document}")
  separate_arguments(arguments UNIX_COMMAND "${CMAKE_MATCH_1}")
  list(APPEND document_commands COMMAND collsim ${arguments} >${documents}/${CMAKE_MATCH_2})
endforeach()
add_custom_command(OUTPUT ${documents}/collsim.1
  COMMAND ${CMAKE_COMMAND} -E make_directory ${documents}
  ${document_commands}
  DEPENDS collsim
  COMMENT "Writing the manual page and the completions")
add_custom_target(collsim_documents ALL DEPENDS ${documents}/collsim.1)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
install(TARGETS collsim)
install(DIRECTORY scenarios topologies DESTINATION ${CMAKE_INSTALL_DATADIR}/collsim)
install(PROGRAMS tools/sweep.sbatch DESTINATION ${CMAKE_INSTALL_DATADIR}/collsim)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${documents}/collsim.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${documents}/collsim.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME collsim)
install(FILES ${documents}/_collsim DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${documents}/collsim.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/collsim)
foreach(part core oracle study)
  set_target_properties(collsim_${part} PROPERTIES EXPORT_NAME ${part})
endforeach()
install(TARGETS collsim_core collsim_oracle collsim_study EXPORT collsimTargets
  ARCHIVE COMPONENT devel
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collsim)
install(DIRECTORY sim/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collsim COMPONENT devel FILES_MATCHING PATTERN *.h)
install(EXPORT collsimTargets NAMESPACE collsim:: DESTINATION ${config_dir} COMPONENT devel)
configure_package_config_file(tools/lib/collsimConfig.cmake.in ${CMAKE_BINARY_DIR}/collsimConfig.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/collsimConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/collsimConfig.cmake ${CMAKE_BINARY_DIR}/collsimConfigVersion.cmake
  DESTINATION ${config_dir} COMPONENT devel)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_SOURCE_DIR}/build/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL runtime devel)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "the authors of collsim")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME collsim)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Simulator of collective communication
 Replays all_reduce, all_to_all and their like on a network of chips, flow by
 flow, and tells how long they take and why.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEVEL_PACKAGE_NAME libcollsim-dev)
set(CPACK_COMPONENT_DEVEL_DESCRIPTION "Simulator of collective communication, as a library
 The libraries and headers that the program collsim is made of.")
set(CPACK_DEBIAN_DEVEL_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVEL_PACKAGE_DEPENDS "libboost-dev, libfmt-dev, libyaml-cpp-dev")
include(CPack)
