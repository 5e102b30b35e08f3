const { PATH, NODE_COMPILE_CACHE, NOLLIE_TEST_PROGRAMS, TMPDIR } = process.env

/** A minimal environment without settings, in which a program starts quickly. */
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  PATH,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  ...(TMPDIR && { TMPDIR }),
}

/** The environment for a proof, which starts programs itself. */
export const PROOF_ENV: NodeJS.ProcessEnv = {
  ...PROGRAM_ENV,
  ...(NOLLIE_TEST_PROGRAMS && { NOLLIE_TEST_PROGRAMS }),
}
