// SPDX-License-Identifier: BSL-1.0
// Functions of emitted files that are kept as text because they depend on the language.
#pragma once

#include <heed/study/emit/spelling.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

/// A function or type of an emitted file; callees come first.
struct helper_function {
    std::string name;
    std::string text;
    bool is_type = false;
};

/// The functions of a file, in its language.
class helper_list {
public:
    helper_list(const number_type& type, const dialect& language, const std::string& behind = "")
        : s_{type, language, behind} {}

    const spelling& words() const { return s_; }
    bool is_cpp() const { return s_.is_cpp(); }
    std::string cast(const std::string& type, const std::string& x) const { return s_.cast(type, {x}).text; }

    /// Adds a function over registers v. All texts may use the words of emit_register.hpp; # begins a remark.
    void add(const vector_type& v, const std::string& name, const std::string& about, const std::string& head,
             const std::string& body) {
        const std::string full_name = v.text(name) + s_.of_type;
        for (const helper_function& known : functions)
            if (known.name == full_name) return;  // loops of two plans may need the same function
        const dialect& language = s_.language;
        c_writer out(language);
        if (!about.empty()) out.comment(v.text(about));
        const std::string first = language.words(v.text(head)), rest = language.words(v.text(body));
        const std::string whole = first + " { " + rest + " }";
        const bool has_lines = rest.find('\n') != std::string::npos;
        if (!has_lines && whole.size() <= line_length) {
            out.spelled(whole);
        } else {
            out.open(first);
            has_lines ? out.lines(rest) : out.spelled(rest);
            out.close();
        }
        functions.push_back({full_name, out.text()});
    }
    void add_type(const std::string& name, const std::string& type, std::size_t bytes, const std::string& about) {
        const std::string of_bytes = " __attribute__((vector_size(" + std::to_string(bytes) + ")))";
        const dialect& language = s_.language;
        functions.push_back(
            {name,
             (is_cpp() ? "using " + name + " = " + type + of_bytes : "typedef " + type + ' ' + name + of_bytes) + "; " +
                 language.comment_begin + about + language.comment_end + '\n',
             true});
    }

    std::vector<helper_function> functions{};

private:
    spelling s_;
};

/// Adds functions that are the same in all files of a language and number type, and are therefore generated once per
/// program. `Write` is a lambda without captures; each number type has its own.
template <class Write>
void add_written_once(helper_list& list, const Write& write) {
    const auto written = [&]() {
        helper_list alone(list.words().number, list.words().language);
        write(alone);
        return alone.functions;
    };
    const auto add_all = [&](const std::vector<helper_function>& known) {
        list.functions.insert(list.functions.end(), known.begin(), known.end());
    };
    if (list.is_cpp()) {
        static const std::vector<helper_function> cpp = written();
        add_all(cpp);
    } else {
        static const std::vector<helper_function> c = written();
        add_all(c);
    }
}

}  // namespace heed::detail::emitted
