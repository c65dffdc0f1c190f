// SPDX-License-Identifier: BSL-1.0
// What Debian's libc++ for wasm32 lacks of exceptions, which it is built without: memory for one, throwing it, and
// which catch takes it. WebAssembly itself unwinds the stack (clang: -fwasm-exceptions).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <typeinfo>

namespace {

/// How libc++abi's types say whether a catch of them takes what is thrown as another, which is then at `object`: what
/// comes behind the destructor in the table of their virtual functions.
struct caught_type : std::type_info {
    virtual void noop1() const = 0;
    virtual void noop2() const = 0;
    virtual bool can_catch(const std::type_info* thrown, void*& object) const = 0;
};

/// Lies directly before the object that is thrown.
struct alignas(16) header {
    const std::type_info* type;
    void* (*destroy)(void*);  ///< destructors return their object in this ABI
    void* caught;             ///< the object, or its base that is caught
    header* next;             ///< the one that is being handled around this one
    int handlers;
    bool rethrown;  ///< it outlives the catch that is being left
};

header* handled = nullptr;

header* header_of(void* object) { return static_cast<header*>(object) - 1; }

std::uintptr_t read_unsigned(const unsigned char*& at) {
    std::uintptr_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        value |= static_cast<std::uintptr_t>(*at & 0x7F) << shift;
        if ((*at++ & 0x80) == 0) return value;
    }
}
std::intptr_t read_signed(const unsigned char*& at) {
    std::intptr_t value = 0;
    unsigned shift = 0;
    unsigned char byte = 0;
    do {
        byte = *at++;
        value |= static_cast<std::intptr_t>(byte & 0x7F) << shift;
        shift += 7;
    } while ((byte & 0x80) != 0);
    return (byte & 0x40) != 0 && shift < 32 ? value - (std::intptr_t{1} << shift) : value;
}

constexpr unsigned char no_value = 0xFF, absolute_pointer = 0x00;

/// The catch of a function that takes an exception: the position of its type in the function's table, 0 for none.
int handler_in(const unsigned char* table, std::uintptr_t call, header& thrown) {
    if (*table++ != no_value) std::abort();
    const unsigned char encoding = *table++;
    const unsigned char* types = nullptr;
    if (encoding != no_value) {
        if (encoding != absolute_pointer) std::abort();
        const std::uintptr_t length = read_unsigned(table);
        types = table + length;
    }
    ++table;  // how calls are written: as here
    const std::uintptr_t calls_length = read_unsigned(table);
    const unsigned char* const actions = table + calls_length;
    std::uintptr_t action = 0;
    for (std::uintptr_t i = 0; i <= call; ++i) {
        read_unsigned(table);
        action = read_unsigned(table);
    }
    if (action == 0) return 0;
    for (const unsigned char* at = actions + action - 1;;) {
        const std::intptr_t position = read_signed(at);
        if (position > 0) {
            const caught_type* const type = reinterpret_cast<const caught_type* const*>(types)[-position];
            thrown.caught = &thrown + 1;
            if (type == nullptr || type->can_catch(thrown.type, thrown.caught)) return static_cast<int>(position);
        }
        const unsigned char* const here = at;
        const std::intptr_t next = read_signed(at);
        if (next == 0) return 0;
        at = here + next;
    }
}

}  // namespace

extern "C" {

/// What clang writes before it asks which catch takes an exception, and where it reads the answer.
struct {
    std::uintptr_t call;
    const unsigned char* table;
    int selector;
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
    header& thrown = *header_of(object);
    __wasm_lpad_context.selector = handler_in(__wasm_lpad_context.table, __wasm_lpad_context.call, thrown);
    return 0;
}

void* __cxa_allocate_exception(std::size_t size) {
    void* const memory = std::malloc(sizeof(header) + size);
    if (memory == nullptr) std::abort();
    return new (memory) header{} + 1;
}
void __cxa_free_exception(void* object) { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
    header_of(object)->type = type;
    header_of(object)->destroy = destroy;
    __builtin_wasm_throw(0, object);
}

void* __cxa_begin_catch(void* object) {
    header* const h = header_of(object);
    h->rethrown = false;
    if (h->handlers++ == 0) {
        h->next = handled;
        handled = h;
    }
    return h->caught == nullptr ? object : h->caught;
}
void __cxa_end_catch() {
    header* const h = handled;
    if (--h->handlers > 0) return;
    handled = h->next;
    if (h->rethrown) return;
    if (h->destroy != nullptr) h->destroy(h + 1);
    std::free(h);
}
[[noreturn]] void __cxa_rethrow() {
    handled->rethrown = true;
    __builtin_wasm_throw(0, handled + 1);
}
}
extern "C" {
std::uintptr_t __stack_chk_guard = 0x5bd1e995;
[[noreturn]] void __stack_chk_fail() { std::abort(); }
}
