// SPDX-License-Identifier: BSL-1.0
// Needs nlohmann-json (nlohmann-json3-dev): HEED_HAS_JSON says whether it is there.
#include "notebook.hpp"

#include <heed/printed/find_tables.hpp>
#include <heed_check/document/table_names.hpp>
#include "names_shown.hpp"
#include "output_lines.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <stdexcept>
#include <utility>

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

/// The language of the code as a fence names it.
std::string language_of(const json& notebook) {
    std::string name;
    if (notebook.contains("metadata") && notebook["metadata"].is_object()) {
        const json& about = notebook["metadata"];
        if (about.contains("language_info")) name = text_of_member(about["language_info"], "name");
        if (name.empty() && about.contains("kernelspec")) name = text_of_member(about["kernelspec"], "language");
    }
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool word = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz+#") == std::string::npos;
    return name.empty() || !word || name == "ipython" ? "python" : name;
}

/// Whether a cell has the number of its run.
bool has_count(const json& cell) {
    return cell.is_object() && cell.contains("execution_count") && cell["execution_count"].is_number_integer();
}

/// The cells in the order in which code was run; others stay where they are.
std::vector<std::size_t> as_run(const json& cells) {
    std::vector<std::size_t> order(cells.size()), places;
    std::vector<std::pair<long long, std::size_t>> run;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        order[i] = i;
        const json& cell = cells[i];
        if (!has_count(cell)) continue;
        places.push_back(i);
        run.push_back({cell["execution_count"].get<long long>(), i});
    }
    std::sort(run.begin(), run.end());
    for (std::size_t i = 0; i < run.size(); ++i) order[places[i]] = run[i].second;
    return order;
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
        language_ = language_of(notebook);
        const json& cells = notebook["cells"];
        any_counted_ = std::any_of(cells.begin(), cells.end(), has_count);
        for (const std::size_t i : as_run(cells)) {
            const json& cell = cells[i];
            place_.cell = i + 1;
            place_.line = 0;
            if (!cell.is_object()) continue;
            const std::string type = text_of_member(cell, "cell_type");
            if (type == "code")
                add_code(cell);
            else if (type == "raw")
                add_raw(lines_of(text_of_member(cell, "source")));
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

    /// Text that no kernel gets, code among it.
    void add_raw(const std::vector<std::string>& source) {
        const std::string fence = fence_around(source);
        add_line(fence + "{raw, eval=FALSE}", 1);
        add_source(source);
        add_line(fence, source.size());
    }
    /// Where some cells have the number of their run, one without it that shows nothing was not run.
    bool is_run(const json& cell) const {
        const bool shows = cell.contains("outputs") && cell["outputs"].is_array() && !cell["outputs"].empty();
        return !any_counted_ || has_count(cell) || shows;
    }

    void add_code(const json& cell) {
        const std::vector<std::string> source = lines_of(text_of_member(cell, "source"));
        const std::string fence = fence_around(source);
        place_.output = false;
        add_line(fence + '{' + language_ + (is_run(cell) ? "}" : ", eval=FALSE}"), 1);
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

    void add_output(const json& output, const std::vector<std::string>& source, const std::vector<std::string>& printed,
                    std::size_t& line) {
        const std::string type = text_of_member(output, "output_type");
        if (type == "stream") return add_shown(without_escapes(text_of_member(output, "text")), {printed, false}, line);
        if (type == "error") return add_traceback(output, line);
        if (output.is_object() && output.contains("data") && output["data"].is_object())
            add_data(output, source, line);
        else
            add_unread(type.empty() ? "output" : "output " + type, output, line);
    }

    /// What a browser shows of an output, as far as it is text. Its plain text takes the place of a richer one if it
    /// has all of its numbers.
    void add_data(const json& output, const std::vector<std::string>& source, std::size_t& line) {
        const json& data = output["data"];
        const std::string plain = without_escapes(text_of_member(data, "text/plain"));
        const std::string html = without_scripts(text_of_member(data, "text/html"));
        const std::string markdown = text_of_member(data, "text/markdown"), latex = text_of_member(data, "text/latex");
        const std::string rich = without_tags(html) + markdown + latex;
        const names_shown names = names_of_result(output, source);
        const bool is_html = html.find("<table") != std::string::npos && !output_namer(plain).has_matrix();
        if (!is_html && !plain.empty() && has_all_numbers(plain, rich))
            add_shown(plain, names, line);
        else if (!html.empty())
            add_shown(html, names, line);
        else if (!markdown.empty() || !latex.empty())
            add_written(markdown.empty() ? latex : markdown, line);
        for (const auto& [kind, value] : data.items()) {
            const bool text =
                kind == "text/plain" || kind == "text/html" || kind == "text/markdown" || kind == "text/latex";
            if (!text) add_other(kind, value, line);
        }
    }

    /// The name for which the last line of a cell is shown.
    static names_shown names_of_result(const json& output, const std::vector<std::string>& source) {
        if (text_of_member(output, "output_type") != "execute_result" || source.empty()) return {};
        std::size_t last = source.size();
        while (last > 1 && trimmed(source[last - 1]).empty()) --last;
        names_shown shown = names_of_items(trimmed(source[last - 1]));
        const bool counted = output.contains("execution_count") && output["execution_count"].is_number_integer();
        if (shown.names.size() == 1 && shown.names[0].empty() && counted)
            shown.names[0] = "Out_" + std::to_string(output["execution_count"].get<long long>());
        return shown;
    }

    /// A text with matrices, in a fence, with the names for which they are shown.
    void add_shown(const std::string& text, const names_shown& names, std::size_t& line) {
        const std::string fence = fence_around(lines_of(text));
        add_line(fence, line + 1);
        std::size_t last = 0;
        for (const output_line& l : output_namer(text).lines(names)) {
            last = l.number;
            add_line(l.text, line + last);
        }
        line += last;
        add_line(fence, line);
        add_line("", line);
    }

    /// Markdown or LaTeX that a program writes is read like that of a cell.
    void add_written(const std::string& text, std::size_t& line) {
        add_line("", line + 1);
        for (const std::string& l : lines_of(text)) add_line(without_block(l), ++line);
        add_line("", line);
    }

    /// The numbers of an error are listed; code in it is no matrix.
    void add_traceback(const json& output, std::size_t& line) {
        std::string text = text_of_member(output, "ename") + ": " + text_of_member(output, "evalue");
        if (output.contains("traceback") && output["traceback"].is_array())
            for (const json& part : output["traceback"])
                if (part.is_string()) text += '\n' + without_escapes(part.get<std::string>());
        const std::vector<std::string> lines = lines_of(text);
        add_line(fence_around(lines) + "traceback", line + 1);
        for (const std::string& l : lines) add_line(without_block(l), ++line);
        add_line(fence_around(lines), line);
        add_line("", line);
    }

    /// An output of another kind: the words of a drawing; of others that there is one.
    void add_other(const std::string& kind, const json& value, std::size_t& line) {
        if (kind == "image/svg+xml" && value.is_string())
            add_shown(without_tags(without_scripts(value.get<std::string>())), {}, line);
        if (kind == "image/svg+xml" && value.is_array())
            add_shown(without_tags(without_scripts(text_of_member(json{{"text", value}}, "text"))), {}, line);
        add_unread(kind, value, line);
    }
    void add_unread(const std::string& kind, const json& value, std::size_t& line) {
        const std::string size = std::to_string(value.dump(-1, ' ', false, json::error_handler_t::replace).size());
        const std::vector<std::string> words{without_block(kind).substr(0, 80) + " of " + size +
                                             " bytes, which is not read"};
        add_line(fence_around(words) + "traceback", line + 1);
        add_line(words[0], ++line);
        add_line(fence_around(words), line);
        add_line("", line);
    }

    std::string language_ = "python";
    bool any_counted_ = false;  ///< some cells have the number of their run
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
