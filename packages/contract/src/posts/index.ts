export * from './post-changes.ts'
export * from './post-kinds.ts'
export * from './posts.ts'
