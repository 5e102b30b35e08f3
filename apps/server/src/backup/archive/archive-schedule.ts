/** How often the archive runs each task, and how much disk space it leaves free. */
export const ARCHIVE_SCHEDULE = {
  /** Seconds between rounds, which archive WAL and link new media. */
  everySeconds: 30,
  firstAfterSeconds: 30,
  /** Seconds between copies of the database's files. */
  baseEverySeconds: 86_400,
  /** Seconds between checks for deleted media. */
  sweepEverySeconds: 3600,
  /** If less space than this is free, archiving stops, and the database stops retaining WAL for it. */
  minFreeBytes: 1024 ** 3,
}
