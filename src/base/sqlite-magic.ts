/** The first bytes of every SQLite database (sqlite.org/fileformat.html, section 1.3). */
export const SQLITE_MAGIC = 'SQLite format 3\0';
