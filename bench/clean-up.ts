// Clean-up of a bench, which runs however it ends: done, failed or interrupted.

const works: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

/** Registers work for the end of the bench; the latest runs first. Returns a function that runs it now instead. */
export const atEnd = (work: () => Promise<unknown>): (() => Promise<void>) => {
  works.push(work)
  return async () => {
    works.splice(works.indexOf(work), 1)
    await work()
  }
}

/** Runs all work registered by {@link atEnd}; a second call waits for the first. */
export const cleanUp = (): Promise<void> =>
  (ending ??= (async () => {
    for (let work = works.pop(); work; work = works.pop())
      await work().catch((error: unknown) => console.error(error))
  })())

/** Does the work of a program, prints its error, runs the clean-up and exits. */
export const runAndExit = async (work: () => Promise<unknown>): Promise<never> => {
  try {
    await work()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  await cleanUp()
  process.exit()
}

/** Whether the clean-up has begun. */
export const isEnding = (): boolean => ending !== undefined

const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(STATUS[signal])))
process.on('uncaughtException', (thrown) => {
  // Errors during the shutdown are not reported.
  if (!ending) console.error(thrown)
  process.exitCode ||= 1
  void cleanUp().finally(() => process.exit())
})
