# How the shop is built.
cmake_minimum_required(VERSION 3.20)
project(shop VERSION 1.0 LANGUAGES CXX)

include(cmake/flags.cmake)
include(GNUInstallDirs)
find_package(fmt 9 REQUIRED COMPONENTS core)
add_subdirectory(src)

set(SHOP_LIMIT 10)
set(lower "x")
option(SHOP_TESTS "Build the tests" ON)

# Adds one module.
function(shop_module name)
  set(local 1)
  message("function(in_string) endfunction()")
endfunction()

MACRO(Shop_Macro target)
ENDMACRO()

#[[
function(commented)
endfunction()
]]

if(SHOP_TESTS)
  function(conditional)
  endfunction()
  add_subdirectory(tests)
endif()

add_library(shop STATIC a.cpp b.cpp)
add_executable(shop-cli main.cpp)
add_custom_target(docs COMMAND sphinx)
target_link_libraries(shop PUBLIC fmt::fmt)
