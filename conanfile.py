# SPDX-License-Identifier: BSL-1.0
from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, CMakeDeps
from conan.tools.build import check_min_cppstd


class HeedConan(ConanFile):
    name = "heed"
    version = "0.1.0"
    description = "Attention as formulas in C++20: checked shapes, fused loops, evaluation at compile time"
    license = "BSL-1.0"
    package_type = "header-library"
    settings = "os", "compiler", "build_type", "arch"
    exports_sources = "CMakeLists.txt", "LICENSE", "cmake/*", "include/*"
    no_copy_source = True

    def requirements(self):
        self.requires("boost/[>=1.74]", options={"header_only": True})

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.variables["HEED_BUILD_TESTS"] = False
        toolchain.variables["HEED_BUILD_EXAMPLES"] = False
        toolchain.generate()

    def package(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.install()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []

    def package_id(self):
        self.info.clear()
