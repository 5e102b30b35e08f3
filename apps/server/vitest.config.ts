import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait, for processes, retries and timers; longest first. */
const WAITING = [
  'test/embedded/upgrade.test.ts',
  'test/embedded/kill/kill.test.ts',
  'src/modules/media/uploads/uploads-killed.test.ts',
  'test/statements/statements-idle.test.ts',
  'src/modules/media/videos/videos-killed.test.ts',
  'src/storage/move.test.ts',
  'src/backup/archive/archive.test.ts',
  'src/modules/my-data/nothing-left.test.ts',
  'src/platform/mail/mailer-down.test.ts',
  'test/embedded/life.test.ts',
  'test/embedded/life-beside.test.ts',
  'test/embedded/life-killed.test.ts',
  'src/backup/backup.test.ts',
  'src/modules/media/videos/videos-with-program.test.ts',
  'src/modules/media/videos/videos-with-package.test.ts',
  'src/modules/media/photos/pictures-children.test.ts',
  'src/platform/files/s3-store.test.ts',
  'test/process/process.test.ts',
  'src/streets/load.test.ts',
  'test/crawls/retention.test.ts',
]

/** Starts the files that wait the longest first, so that the run doesn't end waiting for them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = WAITING.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at < 0 ? WAITING.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '../../packages/legacy-import/src/**/*.test.ts'],
    globalSetup: ['test/world/database-cluster.ts'],
    setupFiles: ['test/statements/record-statements.ts'],
    // Some tests start and stop whole programs, which takes long on busy machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // On a busy machine, a second is not long.
    expect: { poll: { timeout: 60_000 } },
    // Two processors are enough for three workers, because some files mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files share nothing but modules, which are read once instead of once per file.
    isolate: false,
    env: { TZ: 'UTC' },
  },
})
