// SPDX-License-Identifier: MIT
#ifndef WINDROSE_FILE_HPP
#define WINDROSE_FILE_HPP

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace windrose {

/// A file open for reading: its constructor opens it, its destructor closes it.
class File {
public:
    /// Open `path`; throws std::system_error when that fails.
    explicit File(const std::string& path) : stream_(std::fopen(path.c_str(), "r")) {
        if (!stream_) {
            throw std::system_error(errno, std::generic_category(), path);
        }
    }

    File(const File&) = delete;
    File& operator=(const File&) = delete;
    File(File&&) noexcept = default;
    File& operator=(File&&) noexcept = default;

    /// Read the next line without its end into `line`; false at the end of the file.
    bool read_line(std::string& line) {
        line.clear();
        for (int c = std::fgetc(stream_.get()); c != EOF; c = std::fgetc(stream_.get())) {
            if (c == '\n') {
                return true;
            }
            line.push_back(static_cast<char>(c));
        }
        return !line.empty();
    }

private:
    /// Lets std::unique_ptr close the stream.
    struct Closer {
        void operator()(std::FILE* stream) const noexcept { std::fclose(stream); }
    };

    std::unique_ptr<std::FILE, Closer> stream_;
};

}  // namespace windrose

#endif
