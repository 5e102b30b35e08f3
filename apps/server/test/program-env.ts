const { PATH, NODE_COMPILE_CACHE } = process.env

/** The environment that a program needs to start quickly, without any setting. */
export const PROGRAM_ENV: NodeJS.ProcessEnv = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
