// SPDX-License-Identifier: BSL-1.0
// Needs nlohmann-json (nlohmann-json3-dev): HEED_HAS_JSON says whether it is there.
#include "notebook.hpp"

#include <heed/printed/find_tables.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cctype>
#include <exception>
#include <stdexcept>

#if HEED_HAS_JSON
#include <nlohmann/json.hpp>

namespace {

using json = nlohmann::json;

/// A member that is text, or a list of lines.
std::string text_of_member(const json& object, const char* name) {
    if (!object.is_object() || !object.contains(name)) return "";
    const json& value = object[name];
    if (value.is_string()) return value.get<std::string>();
    std::string all;
    if (value.is_array())
        for (const json& part : value)
            if (part.is_string()) all += part.get<std::string>();
    return all;
}

/// Without what colours a terminal.
std::string without_escapes(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1B' && i + 1 < text.size() && text[i + 1] == '[') {
            i += 2;
            while (i < text.size() && (text[i] < '@' || text[i] > '~')) ++i;
        } else if (text[i] != '\r') {
            plain += text[i];
        }
    }
    return plain;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string trimmed(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(" \t;");
    return begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(" \t;") + 1 - begin);
}

class notebook_reader {
public:
    notebook_text read(std::string_view text) {
        constexpr int most_depth = 64;
        const auto shallow = [](int depth, json::parse_event_t, json&) {
            if (depth > most_depth) throw std::runtime_error("it is nested too deeply");
            return true;
        };
        const json notebook = json::parse(text.begin(), text.end(), shallow);
        if (!notebook.is_object() || !notebook.contains("cells") || !notebook["cells"].is_array())
            throw std::runtime_error("it has no list of cells (a notebook of format 4 has one)");
        for (const json& cell : notebook["cells"]) {
            ++place_.cell;
            place_.line = 0;
            if (!cell.is_object()) continue;
            if (text_of_member(cell, "cell_type") == "code")
                add_code(cell);
            else
                add_words(lines_of(text_of_member(cell, "source")));
            add_line("", 0);
        }
        return std::move(result_);
    }

private:
    void add_line(const std::string& line, std::size_t number) {
        notebook_line at = place_;
        at.line = number;
        result_.text += line + '\n';
        result_.lines.push_back(at);
    }
    void add_source(const std::vector<std::string>& lines) {
        place_.output = false;
        for (std::size_t i = 0; i < lines.size(); ++i) add_line(lines[i], i + 1);
    }

    /// A fence ends with its cell.
    void add_words(const std::vector<std::string>& lines) {
        add_source(lines);
        std::string fence;
        for (const std::string& line : lines) {
            const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
            const char mark = begin < line.size() ? line[begin] : ' ';
            if (mark != '`' && mark != '~') continue;
            const std::size_t end = std::min(line.find_first_not_of(mark, begin), line.size());
            if (end - begin < 3) continue;
            const bool alone = line.find_first_not_of(" \t", end) == std::string::npos;
            if (fence.empty())
                fence = line.substr(begin, end - begin);
            else if (alone && mark == fence[0] && end - begin >= fence.size())
                fence.clear();
        }
        if (!fence.empty()) add_line(fence, lines.size());
    }

    void add_code(const json& cell) {
        const std::vector<std::string> source = lines_of(text_of_member(cell, "source"));
        const std::string fence = fence_around(source);
        place_.output = false;
        add_line(fence + "python", 1);
        add_source(source);
        add_line(fence, source.size());
        add_line("", source.size());
        if (!cell.contains("outputs") || !cell["outputs"].is_array()) return;
        const std::vector<std::string> printed = names_printed(source);
        place_.output = true;
        std::size_t line = 0;
        for (const json& output : cell["outputs"]) add_output(output, source, printed, line);
        place_.output = false;
    }

    /// A fence that no line of the text closes.
    static std::string fence_around(const std::vector<std::string>& lines) {
        std::size_t longest = 2;
        for (const std::string& line : lines) {
            const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
            longest = std::max(longest, std::min(line.find_first_not_of('`', begin), line.size()) - begin);
        }
        return std::string(std::min<std::size_t>(longest + 1, 20), '`');
    }

    /// What the lines print, if each prints once: nothing where one stands in a loop, a branch or beside other code.
    static std::vector<std::string> names_printed(const std::vector<std::string>& source) {
        std::vector<std::string> names;
        for (const std::string& line : source) {
            const std::size_t begin = line.find_first_not_of(" \t");
            const std::size_t call = line.find("print(");
            if (call == std::string::npos || line[begin] == '#') continue;
            if (call != 0) return {};
            names.push_back(heed::detail::shown_name(trimmed(line)));
        }
        return names;
    }

    /// The names in an expression: one, or those of the items of a tuple or a list.
    static std::vector<std::string> names_of_items(std::string_view expression) {
        const bool list = expression.size() > 2 && (expression[0] == '[' || expression[0] == '(');
        const std::string_view inside = list ? expression.substr(1, expression.size() - 2) : expression;
        std::vector<std::string> names;
        for (const std::string_view item : heed::detail::arguments_of(inside))
            names.push_back(heed::detail::name_of_expression(item));
        return names.size() > 1 ? names : std::vector<std::string>{heed::detail::name_of_expression(expression)};
    }

    void add_output(const json& output, const std::vector<std::string>& source, const std::vector<std::string>& printed,
                    std::size_t& line) {
        const std::string type = text_of_member(output, "output_type");
        if (type == "stream") return add_shown(without_escapes(text_of_member(output, "text")), printed, line);
        if ((type != "execute_result" && type != "display_data") || !output.contains("data")) return;
        const std::string plain = without_escapes(text_of_member(output["data"], "text/plain"));
        const std::string html = text_of_member(output["data"], "text/html");
        const bool is_html = html.find("<table") != std::string::npos && !has_matrix(plain);
        std::vector<std::string> shown;
        if (type == "execute_result" && !source.empty()) {
            std::size_t last = source.size();
            while (last > 1 && trimmed(source[last - 1]).empty()) --last;
            shown = names_of_items(trimmed(source[last - 1]));
            const bool counted = output.contains("execution_count") && output["execution_count"].is_number_integer();
            if (shown.size() == 1 && shown[0].empty() && counted)
                shown[0] = "Out_" + std::to_string(output["execution_count"].get<long long>());
        }
        add_shown(is_html ? html : plain, shown, line);
    }

    /// A text with matrices, in a fence, and before each the name for which it is shown, if there are as many of both.
    void add_shown(const std::string& text, const std::vector<std::string>& names, std::size_t& line) {
        std::vector<std::string> lines = lines_of(text);
        const std::string fence = fence_around(lines);
        const std::vector<heed::found_table> tables = tables_of_output(fence, text);
        add_line(fence, line + 1);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            ++line;
            for (std::size_t t = 0; t < tables.size() && tables.size() == names.size(); ++t)
                if (tables[t].line == i + 2) name_shown(names[t], lines[i], line);
            add_line(without_block(lines[i]), line);
        }
        add_line(fence, line);
        add_line("", line);
    }

    static bool has_matrix(const std::string& text) {
        const std::vector<heed::found_table> tables = tables_of_output("```", text);
        return std::any_of(tables.begin(), tables.end(), [](const heed::found_table& t) { return !t.error; });
    }

    static std::vector<heed::found_table> tables_of_output(const std::string& fence, const std::string& text) {
        return heed::find_tables(fence + '\n' + text + '\n' + fence + '\n');
    }

    /// What a program writes is no block.
    static std::string without_block(std::string line) {
        for (const std::string mark : {"```", "~~~", "heed:"})
            for (std::size_t at = line.find(mark); at != std::string::npos; at = line.find(mark))
                line.insert(at + mark.size() - 1, " ");
        return line;
    }

    /// On the line of an array; above others, which may be rows of a table.
    void name_shown(const std::string& name, std::string& shown, std::size_t line) {
        if (name.empty()) return;
        const std::size_t bracket = begin_of_numbers(shown);
        const std::string before = shown.substr(0, bracket);
        const std::size_t last = before.find_last_not_of(" \t");
        const bool array =
            bracket < shown.size() && (last == std::string::npos || before[last] == '(' || before[last] == '=');
        if (array && before.find('<') != std::string::npos)
            shown = name + " = " + shown;
        else if (array)
            shown.insert(begin_of_item(before), name + " = ");
        else
            add_line(name + " =", line);
    }

    /// The bracket before the first number of an array; the size of the line if there is none. [1] of R is an index.
    static std::size_t begin_of_numbers(const std::string& shown) {
        for (std::size_t at = shown.find('['); at < shown.size(); at = shown.find('[', at + 1)) {
            const std::size_t next = std::min(shown.find_first_not_of(" [", at), shown.size());
            const std::size_t end = std::min(shown.find_first_not_of("0123456789", at + 1), shown.size());
            if (end > at + 1 && shown.compare(end, 2, "] ") == 0) return shown.size();
            if (next < shown.size() && std::string("+-.0123456789ni").find(shown[next]) != std::string::npos) return at;
        }
        return shown.size();
    }

    /// Where the call at the end of a text begins: array( after the bracket of a list or a tuple.
    static std::size_t begin_of_item(const std::string& before) {
        std::size_t at = before.find_last_not_of(" \t(=") + 1;
        while (at > 0 && (std::isalnum(static_cast<unsigned char>(before[at - 1])) != 0 || before[at - 1] == '_' ||
                          before[at - 1] == '.'))
            --at;
        return at;
    }

    notebook_text result_{};
    notebook_line place_{};
};

}  // namespace

notebook_text read_notebook(std::string_view text) {
    try {
        return notebook_reader().read(text);
    } catch (const json::exception& e) {
        std::string words = e.what();  // [json.exception.parse_error.101] parse error at line 1, column 2: ...
        const std::size_t place = words.find("line ");
        const std::size_t end = words.find(':', std::min(place, words.size()));
        return {.error = "this notebook is no JSON" +
                         (place == std::string::npos ? "" : ": wrong at " + words.substr(place, end - place))};
    } catch (const std::exception& e) {
        return {.error = "this notebook cannot be read: " + std::string(e.what())};
    }
}

#else

notebook_text read_notebook(std::string_view) {
    return {.error = "this check_page was built without nlohmann-json (nlohmann-json3-dev) and reads no notebooks"};
}

#endif
