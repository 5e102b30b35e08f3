export { pageHead } from './page-heads.ts'
export { previewRoutes } from './previews.routes.ts'
