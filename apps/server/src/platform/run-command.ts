import { describeFailure } from './describe-failure.ts'

/** Runs an operator's command with its arguments, and prints its result or why it did nothing. */
export function runCommand(run: (args: string[]) => Promise<string>): Promise<void> {
  return run(process.argv.slice(2)).then(
    (result) => void process.stdout.write(`${result}\n`),
    (error: unknown) => {
      console.error(describeFailure(error) ?? error)
      process.exitCode = 1
    },
  )
}
