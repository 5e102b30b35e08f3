export * from './post-changes.ts'
export * from './posts.ts'
