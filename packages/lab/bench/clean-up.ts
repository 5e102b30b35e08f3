// The cleanup for a bench. It always runs, whether the bench succeeds, fails, or is interrupted.

const works: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

/** Registers work to run when the bench ends, in reverse order. Returns a function that runs it immediately instead. */
export function atEnd(work: () => Promise<unknown>): () => Promise<void> {
  works.push(work)
  return async () => {
    works.splice(works.indexOf(work), 1)
    await work()
  }
}

/** Runs all work registered with {@link atEnd}. If called again, waits for the first call. */
export function cleanUp(): Promise<void> {
  return (ending ??= (async () => {
    for (let work = works.pop(); work; work = works.pop())
      await work().catch((error: unknown) => console.error(error))
  })())
}

/** Runs a program's work, prints any error, runs the cleanup, and exits. */
export async function runAndExit(work: () => Promise<unknown>): Promise<never> {
  try {
    await work()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  await cleanUp()
  process.exit()
}

/** Whether the cleanup has begun. */
export function isEnding(): boolean {
  return ending !== undefined
}

const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(STATUS[signal])))
process.on('uncaughtException', (thrown) => {
  // Errors during the shutdown aren't reported.
  if (!ending) console.error(thrown)
  process.exitCode ||= 1
  void cleanUp().finally(() => process.exit())
})
