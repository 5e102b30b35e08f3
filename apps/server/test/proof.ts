import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROOF_ENV } from './program-env.ts'
import { programFile } from './program-file.ts'

/** Whether `npm test -- --all` runs, with the short forms of proofs that start and break whole machines. */
export const takesAll = Boolean(process.env.NOLLIE_TEST_ALL)

/** What a title says where it does not. */
export const onlyWithAll = takesAll ? '' : ' (skipped: only with npm test -- --all)'

/** Runs the short form of a proof; returns what it printed, and fails with that if the proof does. */
export const shortProof = async (
  name: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<string> => {
  const file = programFile(`proofs/${name}.ts`)
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [file, '--short', ...args], {
    env: { ...PROOF_ENV, ...env },
  }).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { code: number | null; stdout: string; stderr: string }) => failed,
  )
  if (code !== 0) throw new Error(`${name} ended with ${code}.\n${stdout}\n${stderr}`)
  return stdout
}
