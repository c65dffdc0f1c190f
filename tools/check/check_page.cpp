// SPDX-License-Identifier: BSL-1.0
// Checks the printed matrices of a document against the formulas that it names: see docs/check_page.md.
//
//   check_page [--list | --skipped | --propose] [--markdown] [--html OUT] [--colour | --no-colour] FILE
#include "page_document.hpp"

#include <heed/io/terminal.hpp>
#include <heed_check/document/findings.hpp>
#include <heed_check/document/propose.hpp>
#include <heed_check/report/html.hpp>
#include <heed_check/report/markdown.hpp>
#include <heed_check/report/terminal_text.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr const char* usage = R"(usage: check_page [options] FILE

Checks the printed matrices of a Markdown, LaTeX or text document or of a notebook (.ipynb; - for standard
input) against the formulas and laws in its heed blocks.

  --list         the matrices of the document, with their numbers, and nothing else
  --skipped      all numbers that are not read, with their lines and why, and nothing else
  --propose      a first block for a document that has none: the names of its matrices, and the usual formulas
                 that hold for them
  --markdown     the report as Markdown
  --html OUT     the report as a web page, to the file OUT
  --colour       red and yellow, --no-colour: none; else as the terminal and NO_COLOR say
  --help         this text

exit status: 0 all that is checked is consistent, 1 some of it is not, 2 the document or the options cannot be read
)";

struct options {
    std::string file{};
    std::string html{};
    bool list = false, skipped = false, propose = false, markdown = false, help = false;
    bool colour = false;
};

/// No message: all is well.
std::optional<std::string> read_options(int argc, char** argv, options& o) {
    o.colour = heed::stream_has_colour(std::cout);
    bool only_files = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (only_files || word == "-" || word.substr(0, 1) != "-") {
            if (!o.file.empty()) return "one document at a time: " + o.file + " or " + std::string(word);
            if (word.empty()) return "a document without a name";
            o.file = word;
        } else if (word == "--") {
            only_files = true;
        } else if (word == "--html") {
            if (++i == argc || *argv[i] == '\0') return "--html needs the file to write";
            o.html = argv[i];
        } else if (word == "--list") {
            o.list = true;
        } else if (word == "--skipped") {
            o.skipped = true;
        } else if (word == "--propose") {
            o.propose = true;
        } else if (word == "--markdown") {
            o.markdown = true;
        } else if (word == "--colour" || word == "--color") {
            o.colour = true;
        } else if (word == "--no-colour" || word == "--no-color") {
            o.colour = false;
        } else if (word == "--help" || word == "-h") {
            o.help = true;
        } else {
            return "unknown option " + std::string(word);
        }
    }
    if (o.file.empty() && !o.help) return "which document?";
    return std::nullopt;
}

/// A folder can be opened and not be read: only then is it known.
std::optional<std::string> read_document(const std::string& file) {
    std::FILE* const in = file == "-" ? stdin : std::fopen(file.c_str(), "rb");
    if (in == nullptr) return std::nullopt;
    std::string text;
    char part[65536];
    for (std::size_t n = 1; n != 0; text.append(part, n)) n = std::fread(part, 1, sizeof part, in);
    const bool failed = std::ferror(in) != 0;
    if (in != stdin) std::fclose(in);
    return failed ? std::nullopt : std::optional(std::move(text));
}

std::string name_of(const options& o) { return o.file == "-" ? "standard input" : o.file; }

std::string shape_text(const std::vector<std::size_t>& extents) {
    std::string text;
    for (const std::size_t n : extents) text += (text.empty() ? "" : "x") + std::to_string(n);
    return text;
}

std::string shortened(const std::string& text, std::size_t most) {
    const std::string line = heed::detail::visible_text(text);
    if (heed::detail::count_characters(line) <= most) return line;
    std::size_t end = 0, characters = 0;
    while (characters < most - 3)
        if ((static_cast<unsigned char>(line[++end]) & 0xC0) != 0x80) ++characters;
    return line.substr(0, end) + "...";
}

std::string first_row(const heed::printed_table& t) {
    constexpr std::size_t most = 4;
    const std::size_t columns = t.extents.empty() ? 1 : t.extents.back();
    std::string text;
    for (std::size_t j = 0; j < columns && j < t.entries.size() && j < most; ++j)
        text += (j == 0 ? "" : "  ") + heed::text_of(t.entries[j]);
    return text + (columns > most ? "  ..." : "");
}

std::string padded(std::string text, std::size_t width) {
    text.resize(text.size() < width ? width : text.size(), ' ');
    return text;
}

/// "q", "k", "v": which lines were joined to one matrix.
std::string labels_of(const std::vector<std::string>& labels) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < labels.size() && i < most; ++i)
        text += (i == 0 ? "\"" : ", \"") + shortened(labels[i], 20) + '"';
    return text + (labels.size() > most ? ", ..." : "");
}

void list(const heed::page_text& page, const page_document& d, const options& o) {
    const std::size_t width = d.lines.empty() ? 11 : 25;
    if (page.tables.empty()) std::cout << heed::detail::visible_text(name_of(o)) << " has no matrix\n";
    std::size_t number = 0;
    for (const heed::found_table& t : page.tables) {
        std::cout << padded("matrix " + std::to_string(++number), 11) << padded(d.place(t.line), width);
        if (t.error)
            std::cout << "cannot be read: " << shortened(d.words(t.error->what()), 70);
        else
            std::cout << padded(shape_text(t.table.extents) + ' ', 7) << padded(first_row(t.table), 38);
        if (t.lines) std::cout << " rows " << labels_of(t.table.row_labels);
        if (!t.before.empty()) std::cout << " after \"" << shortened(t.before, 50) << '"';
        std::cout << '\n';
    }
}

void list_skipped(const std::vector<heed::skipped_text>& all, const char* what, const page_document& d) {
    for (const heed::skipped_text& s : all)
        std::cout << padded(what, 11) << padded(d.place(s.line), d.lines.empty() ? 11 : 25) << '"'
                  << shortened(s.found, 50) << "\": " << shortened(d.words(s.why), 110) << '\n';
}

/// Matrices that cannot be read, what has numbers and is no matrix, and the lines with all other numbers.
void list_skipped(const heed::page_text& page, const page_document& d) {
    std::size_t number = 0;
    for (const heed::found_table& t : page.tables) {
        ++number;
        if (t.error)
            std::cout << padded("matrix " + std::to_string(number), 11) << shortened(d.words(t.error->what()), 110)
                      << '\n';
    }
    list_skipped(page.skipped, "no matrix", d);
    list_skipped(page.rest, "numbers", d);
    const bool all_read = page.skipped.empty() && page.rest.empty() &&
                          std::none_of(page.tables.begin(), page.tables.end(), [](const auto& t) { return t.error; });
    if (all_read) std::cout << "every number of this document is read\n";
}

void explain_blocks(const heed::page_text& page, const options& o) {
    const std::string file = heed::detail::visible_text(name_of(o));
    std::cerr << file << ": error: no heed block\n\n"
              << "A block says which matrix is which, and what follows from what. In Markdown it looks like this:\n\n"
                 "    ```heed\n"
                 "    exact Q, K = matrices 1 to 2\n"
                 "    scores = matrix after \"Score(Q, K)\"\n"
                 "    scores := Q * transpose(K) / sqrt(3)\n"
                 "    ```\n\n"
                 "exact says that the numbers of Q and K are what they print; without it each of them may have been "
                 "rounded.\n"
                 "In LaTeX each of its lines begins with \"% heed:\", in plain text with \"heed:\".\n"
                 "check_page --propose "
              << file << " writes a first one.\n";
    if (page.tables.empty())
        std::cerr << "No matrix was found in this document; check_page --skipped " << file << " lists its numbers.\n";
    else
        std::cerr << "check_page --list " << file << " shows the " << page.tables.size()
                  << (page.tables.size() == 1 ? " matrix" : " matrices") << " of this document.\n";
}

/// page.ipynb: cell 3, line 2:8: error: ...
std::string text_in_cell(const heed::page_message& m, const page_document& d, const std::string& file) {
    const heed::detail::quoted_line line(d.text, m.position);
    return heed::detail::visible_text(file) + ": " + d.place(line.number) + ':' + std::to_string(line.column) +
           ": error: " + heed::detail::visible_text(d.words(m.words)) + "\n      | " + line.text + "\n      | " +
           std::string(line.indent, ' ') + "^\n";
}

void print_errors(const heed::page_text& page, const page_document& d, const options& o) {
    constexpr std::size_t most = 20;
    const std::string file = o.file == "-" ? "<stdin>" : o.file;
    for (std::size_t i = 0; i < page.errors.size() && i < most; ++i)
        std::cerr << (d.lines.empty() ? heed::text_of(page.errors[i], d.text, file)
                                      : text_in_cell(page.errors[i], d, file));
    if (page.errors.size() > most) std::cerr << "and " << page.errors.size() - most << " more errors\n";
}

int propose(const heed::page_text& page, page_format format, const options& o) {
    const std::string file = heed::detail::visible_text(name_of(o));
    if (page.has_block) {
        std::cerr << "check_page: " << file << " has a heed block already; --propose writes a first one\n";
        return 2;
    }
    if (page.tables.empty()) {
        std::cerr << "check_page: " << file << " has no matrix; --skipped lists its numbers\n";
        return 2;
    }
    const heed::proposal p = heed::propose_block(page);
    std::cout << block_text(p.lines, format);
    return p.verified + p.guesses > 0 ? 0 : 1;
}

/// "weights: 3 of 9", in one line of the terminal, when it has taken a second.
class progress_line {
public:
    void operator()(const std::string& name, std::size_t i, std::size_t n) {
        using seconds = std::chrono::duration<double>;
        if (!heed::is_terminal(std::cerr) || seconds(std::chrono::steady_clock::now() - start_).count() < 1) return;
        std::cerr << "\r\033[K" << shortened(name, 50) << ": " << i << " of " << n << " ..." << std::flush;
        shown_ = true;
    }
    void clear() {
        if (shown_) std::cerr << "\r\033[K" << std::flush;
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    bool shown_ = false;
};

/// The whole file or nothing.
bool write_file(const std::string& file, const std::string& text) {
    const std::string part = file + ".part";
    std::ofstream out(part, std::ios::binary);
    out << text;
    out.close();
    if (out && std::rename(part.c_str(), file.c_str()) == 0) return true;
    std::remove(part.c_str());
    return false;
}

int check(const heed::page_text& page, const options& o) {
    progress_line progress;
    heed::report r =
        heed::report_of(page, [&](const std::string& name, std::size_t i, std::size_t n) { progress(name, i, n); });
    progress.clear();
    r.title = "Printed numbers of " + name_of(o);
    if (!o.html.empty() && !write_file(o.html, heed::to_html(r))) {
        std::cerr << "check_page: cannot write " << o.html << '\n';
        return 2;
    }
    if (o.markdown)
        std::cout << heed::to_markdown(r);
    else if (o.html.empty())
        std::cout << heed::to_text(r, {.colour = o.colour});
    else
        std::cout << heed::detail::counts_text(r) << "; written to " << o.html << '\n';
    if (!std::cout.flush()) {
        std::cerr << "check_page: cannot write the report\n";
        return 2;
    }
    return r.all_consistent() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    options o;
    if (const auto wrong = read_options(argc, argv, o)) {
        std::cerr << "check_page: " << *wrong << "; check_page --help tells more\n";
        return 2;
    }
    if (o.help) {
        std::cout << usage;
        return 0;
    }
    std::optional<std::string> text = read_document(o.file);
    if (!text) {
        std::cerr << "check_page: cannot read " << o.file << '\n';
        return 2;
    }
    const page_format format = format_of(o.file == "-" ? "" : o.file, *text);
    const page_document d = make_page_document(std::move(*text), format);
    if (!d.error.empty()) {
        std::cerr << heed::detail::visible_text(name_of(o)) << ": error: " << heed::detail::visible_text(d.error)
                  << '\n';
        return 2;
    }
    const heed::page_text page = heed::read_page_text(d.text);
    if (o.skipped) {
        list_skipped(page, d);
        return 0;
    }
    if (o.list) {
        list(page, d, o);
        return 0;
    }
    if (o.propose) return propose(page, format, o);
    if (!page.has_block) {
        explain_blocks(page, o);
        return 2;
    }
    if (!page.errors.empty()) {
        print_errors(page, d, o);
        return 2;
    }
    return check(page, o);
}
