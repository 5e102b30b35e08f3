import { contract } from '@nollie/contract'
import { IMPORT_PART_BYTES } from '@nollie/contract/imports/file-limits'
import type { FastifyInstance } from 'fastify'
import { Refusal, serve } from '../../platform/http/index.ts'
import {
  createFile,
  deleteFile,
  type FileDeps,
  getFile,
  listFiles,
  previewFileAs,
  startFileAs,
  storeFilePart,
} from './import-files.service.ts'

/** Routes for files that admins upload. */
export function importFileRoutes(app: FastifyInstance, deps: FileDeps): void {
  serve(app, contract.createImportFile, ({ body, viewer }) => createFile(deps, viewer, body))
  serve(app, contract.listImportFiles, () => listFiles(deps.db))
  serve(app, contract.getImportFile, ({ params }) => getFile(deps.db, params.file_id))
  serve(app, contract.previewImportFile, ({ params, body }) => previewFileAs(deps, params.file_id, body))
  serve(app, contract.startImportFile, ({ params, body, viewer }) =>
    startFileAs(deps, viewer, { file_id: params.file_id, version: body.version }),
  )
  serve(app, contract.deleteImportFile, ({ params }) => deleteFile(deps, params.file_id))

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Only one part is in memory at a time, regardless of the file's size.
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: IMPORT_PART_BYTES },
      (_request, body, done) => done(null, body),
    )
    serve(scope, contract.sendImportPart, ({ params, request }) => {
      const { body } = request
      if (!Buffer.isBuffer(body)) throw new Refusal('BAD_REQUEST')
      return storeFilePart(deps, params, body)
    })
  })
}
