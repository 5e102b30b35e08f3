import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { FailedNote } from '../../ui/index.ts'
import { FileChoice } from './file-choice.tsx'
import { filesQuery } from './file-requests.ts'
import { ImportFile } from './import-file.tsx'
import { useUpload } from './use-upload.ts'
import styles from './files.module.css'

/** Uploads files with spots, and previews their imports. */
export function ImportFiles() {
  const { data, error, refetch } = useQuery(filesQuery)
  const upload = useUpload()
  // The file that this screen uploads has its progress above.
  const files = data?.items.filter(({ state }) => state !== 'uploading' || !upload.isUploading)
  return (
    <section aria-labelledby="import-files" className={styles.root}>
      <h2 id="import-files" className={styles.title}>
        {m.imports_file_title()}
      </h2>
      <FileChoice upload={upload} />
      {error && !data && (
        <FailedNote
          className={styles.file}
          text={m.imports_file_list_failed()}
          onRetry={() => void refetch()}
        />
      )}
      {files?.map((file) => (
        <ImportFile key={file.id} file={file} />
      ))}
    </section>
  )
}
