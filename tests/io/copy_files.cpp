// SPDX-License-Identifier: BSL-1.0
// Reads files and writes what it read: tests/io/numpy_check.py makes them and compares. Lines of stdin are
// "TYPE IN OUT", TYPE that of a .npy file of three axes, or safetensors, or converted (any type to double).
#include <heed/io/npy.hpp>
#include <heed/io/safetensors.hpp>
#include <heed/tensor/tensor.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace heed;

namespace {

template <class T>
void copy_npy(const std::string& in, const std::string& out, conversion how = conversion::none) {
    save_npy(out, load_npy<tensor<T, dyn, dyn, dyn>>(in, how));
}

template <class T>
bool view_as(const char* dtype, const safetensors& file, std::string_view name, std::vector<named_tensor>& to) {
    if (file[name].dtype != dtype) return false;
    static std::vector<view<const T, dyn, dyn>> views;  // whose addresses remain
    if (views.capacity() == 0) views.reserve(100);
    views.push_back(file.view<T, dyn, dyn>(name));
    to.emplace_back(std::string(name), views.back());
    return true;
}

void copy_safetensors(const std::string& in, const std::string& out) {
    const safetensors file(in);
    std::vector<named_tensor> all;
    for (const std::string_view name : file.names())
        if (!(view_as<float>("F32", file, name, all) || view_as<float16>("F16", file, name, all) ||
              view_as<bfloat16>("BF16", file, name, all) || view_as<double>("F64", file, name, all) ||
              view_as<bool>("BOOL", file, name, all) || view_as<std::int64_t>("I64", file, name, all) ||
              view_as<std::int32_t>("I32", file, name, all) || view_as<std::uint8_t>("U8", file, name, all)))
            std::cerr << "unknown: " << file[name].dtype << '\n';
    save_safetensors(out, all, file.metadata());
}

bool copy(const std::string& type, const std::string& in, const std::string& out) {
    if (type == "safetensors") return copy_safetensors(in, out), true;
    if (type == "converted") return copy_npy<double>(in, out, conversion::to_nearest), true;
    if (type == "b1") return copy_npy<bool>(in, out), true;
    if (type == "i1") return copy_npy<std::int8_t>(in, out), true;
    if (type == "i2") return copy_npy<std::int16_t>(in, out), true;
    if (type == "i4") return copy_npy<std::int32_t>(in, out), true;
    if (type == "i8") return copy_npy<std::int64_t>(in, out), true;
    if (type == "u1") return copy_npy<std::uint8_t>(in, out), true;
    if (type == "u2") return copy_npy<std::uint16_t>(in, out), true;
    if (type == "u4") return copy_npy<std::uint32_t>(in, out), true;
    if (type == "u8") return copy_npy<std::uint64_t>(in, out), true;
    if (type == "f2") return copy_npy<float16>(in, out), true;
    if (type == "f4") return copy_npy<float>(in, out), true;
    if (type == "f8") return copy_npy<double>(in, out), true;
    return false;
}

}  // namespace

int main() {
    for (std::string type, in, out; std::cin >> type >> in >> out;)
        if (!copy(type, in, out)) return 1;
    return 0;
}
