# find_package(quadcal) finds the folder that this file lies in: quadcal::quadcal is the shared library, quadcal::static the archive.
get_filename_component(_quadcal_lib "${CMAKE_CURRENT_LIST_DIR}/../.." REALPATH)
get_filename_component(_quadcal_include "${_quadcal_lib}/../include" REALPATH)
if(NOT EXISTS "${_quadcal_include}/quadcal.h")
  # In a distribution's folder for one architecture, such as lib/x86_64-linux-gnu.
  get_filename_component(_quadcal_include "${_quadcal_lib}/../../include" REALPATH)
endif()
if(NOT TARGET quadcal::quadcal)
  add_library(quadcal::quadcal SHARED IMPORTED)
  set_target_properties(quadcal::quadcal PROPERTIES
    IMPORTED_LOCATION "${_quadcal_lib}/libquadcal.so.1" IMPORTED_SONAME libquadcal.so.1
    INTERFACE_INCLUDE_DIRECTORIES "${_quadcal_include}")
endif()
if(NOT TARGET quadcal::static AND EXISTS "${_quadcal_lib}/libquadcal.a")
  add_library(quadcal::static STATIC IMPORTED)
  set_target_properties(quadcal::static PROPERTIES
    IMPORTED_LOCATION "${_quadcal_lib}/libquadcal.a" INTERFACE_LINK_LIBRARIES m
    INTERFACE_INCLUDE_DIRECTORIES "${_quadcal_include}")
endif()
unset(_quadcal_lib)
unset(_quadcal_include)
