// SPDX-License-Identifier: BSL-1.0
// Whether a page is well-formed and complete in itself: every element closed, every attribute quoted, ids unique,
// references to ids that exist, nothing loaded from elsewhere.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

/// What is wrong with a page, empty if nothing is.
class html_check {
public:
    explicit html_check(std::string_view page) : page_(page) {
        if (!accept("<!DOCTYPE html>")) error("no doctype");
        while (at_ < page_.size() && flaw.empty()) {
            if (page_[at_] == '<')
                take_tag();
            else
                take_character();
        }
        if (!open_.empty()) error("not closed: " + open_.back());
        for (const std::string& id : wanted_)
            if (ids_.count(id) == 0) error("no element has the id " + id);
    }

    std::string flaw{};
    std::size_t elements = 0;

private:
    static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-'; }
    char peek() const { return at_ < page_.size() ? page_[at_] : '\0'; }
    bool accept(std::string_view word) {
        if (page_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    void error(const std::string& what) {
        if (flaw.empty()) flaw = what + " at " + std::to_string(at_);
    }
    std::string take_name() {
        std::string name;
        while (is_name(peek())) name += page_[at_++];
        if (name.empty()) error("no name");
        return name;
    }

    void take_character() {
        if (peek() == '&' && !accept("&amp;") && !accept("&lt;") && !accept("&gt;") && !accept("&quot;") &&
            !accept("&#39;")) {
            error("stray ampersand");
        } else if (peek() == '>') {
            error("stray >");
        } else if (at_ < page_.size() && peek() != '<') {
            ++at_;
        }
    }

    void take_tag() {
        if (accept("</")) {
            const std::string name = take_name();
            if (open_.empty() || open_.back() != name) return error("unexpected </" + name);
            open_.pop_back();
            if (!accept(">")) error("tag not ended");
            return;
        }
        accept("<");
        const std::string name = take_name();
        ++elements;
        while (accept(" ") || accept("\n")) take_attribute();
        if (name == "script" || name == "link" || name == "iframe" || name == "object") error("element " + name);
        if (accept("/>")) return;
        if (!accept(">")) return error("tag not ended: " + name);
        if (name == "meta" || name == "br") return;
        open_.push_back(name);
        if (name == "style") {
            const std::string_view css = page_.substr(at_, page_.find("</style>", at_) - at_);
            if (css.find("http") != css.npos || css.find("url(") != css.npos || css.find("@import") != css.npos)
                error("style that loads");
            at_ += css.size();
        }
    }

    void take_attribute() {
        const std::string name = take_name();
        if (!accept("=\"")) return error("attribute not quoted: " + name);
        const std::size_t end = page_.find('"', at_);
        const std::string value(page_.substr(at_, end - at_));
        if (value.find_first_of("<>") != value.npos) error("attribute with a tag: " + name);
        at_ = end + 1;
        if (name.substr(0, 2) == "on" || name == "src") error("attribute " + name);
        if (name == "id" && !ids_.insert(value).second) error("id twice: " + value);
        if (name == "href" && value.substr(0, 1) != "#") error("link to elsewhere: " + value);
        if (name == "href") wanted_.push_back(value.substr(1));
        if (name.substr(0, 5) == "aria-" && (name == "aria-describedby" || name == "aria-labelledby"))
            wanted_.push_back(value);
    }

    std::string_view page_;
    std::size_t at_ = 0;
    std::vector<std::string> open_{};
    std::set<std::string> ids_{};
    std::vector<std::string> wanted_{};
};
