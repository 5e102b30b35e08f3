/** How often the archive runs each task, and how much disk space it leaves free. */
export const ARCHIVE_SCHEDULE = {
  /** Between rounds, which archive WAL and link new media. */
  everySeconds: 30,
  firstAfterSeconds: 30,
  /** Between copies of the database's files. */
  baseEverySeconds: 86_400,
  /** Between checks for deleted media. */
  sweepEverySeconds: 3600,
  /** With less free space, archiving stops, and the database no longer retains WAL for it. */
  minFreeBytes: 1024 ** 3,
}
