export { MediaGrid } from './media-grid.tsx'
export type { Position } from './photo-position.ts'
export { type RefusedFile, type UploadItem, UploadQueue, type UploadState } from './upload-queue.ts'
export { uploadsOf, useUploads } from './use-uploads.ts'
