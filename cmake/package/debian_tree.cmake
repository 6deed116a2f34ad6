# Run by CPack on the installed tree, before it becomes a Debian package: what Debian's policy asks for.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/fencepost)
set(debian ${CPACK_FENCEPOST_SOURCE_DIR}/cmake/package)

# policy 12.5: the licence's text is in base-files.
file(REMOVE ${doc}/LICENSE)
file(COPY ${debian}/copyright DESTINATION ${doc})
# policy 12.7 and 12.1
configure_file(${debian}/changelog.in ${doc}/changelog @ONLY)
file(GLOB pages ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
# policy 10.1, 10.2
file(GLOB archives ${usr}/lib/*.a)
execute_process(COMMAND strip --strip-debug --remove-section=.comment --enable-deterministic-archives ${archives} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB plugins ${usr}/lib/fencepost/plugins/*.so)
set(programs ${usr}/bin/fencepost ${usr}/bin/fencepost-nvcc ${usr}/lib/fencepost/shared-toolkit/lib64/libfencepost_cuda.so
    ${usr}/lib/fencepost/shared-toolkit/lib64/libfencepost_name.so)
execute_process(COMMAND strip --strip-unneeded --remove-section=.comment ${plugins} ${programs} COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD ${plugins} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
configure_file(${debian}/lintian-overrides ${usr}/share/lintian/overrides/fencepost COPYONLY)
