// SPDX-License-Identifier: BSL-1.0
// Files that are written whole or not at all, and files as memory.
#include <heed/io/mapped_file.hpp>
#include <heed/io/output_file.hpp>

#include <gtest/gtest.h>

#include "../stored_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace heed::test {

namespace {

namespace fs = std::filesystem;

/// An empty folder, as long as this lives.
class empty_folder {
public:
    empty_folder() : name_("") {
        fs::remove(name_.path());
        fs::create_directory(name_.path());
    }
    ~empty_folder() { fs::remove_all(name_.path()); }
    empty_folder(const empty_folder&) = delete;
    empty_folder& operator=(const empty_folder&) = delete;

    std::string file(const std::string& name) const { return name_.path() + '/' + name; }
    std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(name_.path()), {}); }

private:
    stored_file name_;
};

void write(const std::string& path, std::string_view text) {
    output_file out(path);
    out.write(text);
    out.finish();
}

/// What an action says while files may have so many bytes at most.
template <class Action>
std::string words_where_files_end_at(rlim_t bytes, const Action& action) {
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{bytes, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string words = words_of<io_error>(action);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    return words;
}

TEST(output_file, what_cannot_be_written_leaves_what_was_there) {
    const empty_folder folder;
    const std::string path = folder.file("a"), said = "heed: " + path + ": cannot be written: ";
    write(path, "before");
    EXPECT_EQ(words_where_files_end_at(16, [&] { write(path, "not much, but more"); }), said + "File too large");
    EXPECT_EQ(words_where_files_end_at(16, [&] { write(path, std::string(100000, 'x')); }), said + "File too large");
    EXPECT_EQ(bytes_of_file(path), "before");
    EXPECT_EQ(folder.count(), 1);
    fs::remove(path);
    fs::create_directory(path);
    EXPECT_EQ(words_of<io_error>([&] { write(path, "new"); }), said + "Is a directory");
    EXPECT_EQ(folder.count(), 1);
}

TEST(output_file, files_beside_what_is_written_stay) {
    const empty_folder folder;
    const std::string path = folder.file("a"), other = folder.file("other");
    std::ofstream(path + ".part") << "mine";
    std::ofstream(other) << "mine too";
    fs::create_symlink("other", path);
    fs::create_symlink("other", path + '.' + std::to_string(::getpid()) + ".0");  // what a first part would be called
    write(path, "new");
    EXPECT_EQ(bytes_of_file(path + ".part"), "mine");
    EXPECT_EQ(bytes_of_file(other), "mine too");
    EXPECT_FALSE(fs::is_symlink(path));
    EXPECT_EQ(bytes_of_file(path), "new");
    EXPECT_EQ(folder.count(), 4);
}

TEST(output_file, of_two_writers_the_last_to_finish_stays) {
    const empty_folder folder;
    const std::string path = folder.file("text");
    {
        output_file one(path), two(path), never(path);
        one.write("one, ");
        two.write("two, ");
        never.write("never");
        one.write("the first");
        two.write("the second");
        two.finish();
        EXPECT_EQ(bytes_of_file(path), "two, the second");
        one.finish();
    }
    EXPECT_EQ(bytes_of_file(path), "one, the first");
    EXPECT_EQ(folder.count(), 1);
}

TEST(output_file, others_may_read_files_where_the_mask_of_the_process_lets_them) {
    const empty_folder folder;
    const mode_t before = ::umask(027);
    write(folder.file("a"), "new");
    ::umask(before);
    EXPECT_EQ(fs::status(folder.file("a")).permissions(), fs::perms(0640));
}

TEST(output_file, what_others_may_not_read_they_may_not_read_afterwards) {
    const empty_folder folder;
    const std::string path = folder.file("a");
    for (const fs::perms wanted : {fs::perms(0600), fs::perms(0644)}) {
        std::ofstream(path) << "before";
        fs::permissions(path, wanted);
        output_file out(path);
        out.write("now");
        out.finish();
        EXPECT_EQ(fs::status(path).permissions(), wanted);
    }
}

TEST(output_file, what_is_no_file_is_written_to_as_it_is) {
    const empty_folder folder;
    const std::string pipe = folder.file("pipe"), link = folder.file("link");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    ASSERT_EQ(::symlink(pipe.c_str(), link.c_str()), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    write(link, "abc");
    char bytes[8] = {};
    EXPECT_EQ(::read(reader, bytes, sizeof bytes), 3);
    EXPECT_STREQ(bytes, "abc");
    ::close(reader);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(folder.count(), 2);
    EXPECT_EQ(words_of<io_error>([&] { write(folder.file(""), "abc"); }),
              "heed: " + folder.file("") + ": cannot be written: Is a directory");
}

TEST(output_file, what_the_process_has_open_is_written_on) {
    const empty_folder folder;
    const std::string path = folder.file("a"), link = folder.file("out");
    const int open = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    ASSERT_GE(open, 0);
    const std::string number = std::to_string(open);
    ASSERT_EQ(::symlink(("/proc/self/fd/" + number).c_str(), link.c_str()), 0);
    ASSERT_EQ(::write(open, "first, ", 7), 7);
    write("/dev/fd/" + number, "by its number, ");
    write(link, "by a link");
    ASSERT_EQ(::write(open, ", last", 6), 6);
    ::close(open);
    EXPECT_EQ(bytes_of_file(path), "first, by its number, by a link, last");
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(words_of<io_error>([&] { write(link, "closed"); }),
              "heed: " + link + ": cannot be written: Bad file descriptor");
    write(folder.file(number), "a file with a number for a name");
    EXPECT_EQ(folder.count(), 3);
}

TEST(mapped_file, has_the_bytes_and_the_name_of_a_file) {
    const stored_file file("some bytes"), none("");
    mapped_file mapped(file.path());
    const unsigned char* const bytes = mapped.data();
    EXPECT_EQ(std::string(bytes, bytes + mapped.size()), "some bytes");
    mapped_file moved(std::move(mapped));
    EXPECT_EQ(moved.data(), bytes);
    EXPECT_EQ(moved.path(), file.path());
    moved = mapped_file(none.path());
    EXPECT_EQ(moved.size(), 0U);
    EXPECT_EQ(moved.path(), none.path());
}

TEST(mapped_file, a_pipe_is_no_regular_file) {
    const empty_folder folder;
    const std::string path = folder.file("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    ::alarm(20);  // instead of waiting for somebody to write
    EXPECT_EQ(words_of<io_error>([&] { mapped_file{path}; }), "heed: " + path + ": is no regular file");
    ::alarm(0);
}

}  // namespace

}  // namespace heed::test
