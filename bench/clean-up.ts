// However a bench ends (done, failed, interrupted), what it started is stopped and what it wrote is removed.

const works: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

/** Does this when the bench ends, the latest first; gives a function that does it now instead. */
export const atEnd = (work: () => Promise<unknown>): (() => Promise<void>) => {
  works.push(work)
  return async () => {
    works.splice(works.indexOf(work), 1)
    await work()
  }
}

/** Ends what {@link atEnd} was given; a second call waits for the first. */
export const cleanUp = (): Promise<void> =>
  (ending ??= (async () => {
    for (let work = works.pop(); work; work = works.pop())
      await work().catch((error: unknown) => console.error(error))
  })())

/** Whether it is being ended. */
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
