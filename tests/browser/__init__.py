"""Tests in Debian's Chromium; a package, so that they can share one."""
