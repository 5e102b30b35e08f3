/** How often the archive does what, and how much of the disk it leaves. */
export const ARCHIVE_SCHEDULE = {
  /** Between two rounds, which archive the log and links to new media. */
  everySeconds: 30,
  firstAfterSeconds: 30,
  /** Between two copies of the database's files. */
  baseEverySeconds: 86_400,
  /** Between two looks for media that are gone. */
  sweepEverySeconds: 3600,
  /** With less free space nothing is archived, and what would be is not stored up by the database either. */
  minFreeBytes: 1024 ** 3,
}
