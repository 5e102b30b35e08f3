import type { ImportFile as UploadedFile } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { numberText } from '../../lib/format.ts'
import { importKeys } from '../../lib/keys/imports.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Note, toast } from '../../ui/index.ts'
import { FilePreview } from './file-preview.tsx'
import styles from './files.module.css'

function useDelete(file_id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/imports/files/:file_id', { params: { file_id } }),
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.imports_osm_change_failed(),
        description: whyNot(error, m.imports_try_later()),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.files }),
  })
}

function FileState({ file }: { file: UploadedFile }) {
  switch (file.state) {
    case 'uploading':
      return <Note>{m.imports_file_unfinished()}</Note>
    case 'reading':
      return (
        <div className={styles.progress}>
          <progress aria-label={m.imports_file_reading()} />
          <small role="status">{m.imports_file_reading()}</small>
          <small>{m.imports_file_read({ count: numberText(file.read) })}</small>
        </div>
      )
    case 'refused':
      return (
        <div role="alert">
          <p>{m.imports_file_refused()}</p>
          {file.problem ? <p>{file.problem}</p> : <p>{m.imports_osm_why_failed()}</p>}
        </div>
      )
    case 'ready':
      return file.preview && <FilePreview file={file} preview={file.preview} />
  }
}

/** An uploaded file: its progress, its preview, or why it can't be imported. */
export function ImportFile({ file }: { file: UploadedFile }) {
  const remove = useDelete(file.id)
  return (
    <article className={styles.file} aria-label={file.name}>
      <h3 className={styles.name}>
        <bdi>{file.name}</bdi>
      </h3>
      <FileState file={file} />
      <Button
        size="sm"
        variant="line"
        busy={remove.isPending && m.imports_file_deleting()}
        onClick={() => remove.mutate()}
      >
        {m.imports_file_delete()}
      </Button>
    </article>
  )
}
