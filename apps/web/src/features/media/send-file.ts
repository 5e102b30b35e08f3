import type { DetailedError } from 'tus-js-client'

const ENDPOINT = '/api/uploads'
/** Delays (ms) before each attempt at a request. After the last attempt, the upload stops until someone retries it. */
const TRIES = [0, 800, 2000, 4000]

/** Why a file wasn't uploaded. `again`: retrying the same file may work. `wait`: seconds to wait, if known. */
export type SendError =
  | { why: 'aborted' }
  | { why: 'signed_out' }
  | { why: 'unreachable' }
  | { why: 'busy'; wait: number }
  | { why: 'refused'; detail: string | null; again: boolean }

type Request = {
  blob: Blob
  name: string
  /** The upload URL from an earlier attempt. */
  url: string | null
  onUrl: (url: string) => void
  onProgress: (share: number) => void
  signal: AbortSignal
}

function parseProblem(body: string | undefined): { code?: unknown; detail?: unknown } {
  try {
    return (JSON.parse(body ?? '') ?? {}) as { code?: unknown; detail?: unknown }
  } catch {
    return {}
  }
}

/** Returns the error for a failed request by its status and body. Status 0 means there was no response. */
export function toSendError(status: number, body?: string, retryAfter?: string): SendError {
  // 408 means the server closed a connection that was too slow. It stored what it had received, so only the rest is
  // sent again.
  if (status === 0 || status === 408) return { why: 'unreachable' }
  if (status === 401) return { why: 'signed_out' }
  const { code, detail } = parseProblem(body)
  const seconds = Number(retryAfter)
  if ((status === 429 && code !== 'QUOTA') || status === 503)
    return { why: 'busy', wait: seconds > 0 ? seconds : 5 }
  const again = status >= 500 || [404, 409, 410, 423, 429].includes(status)
  return { why: 'refused', detail: typeof detail === 'string' ? detail : null, again }
}

function getResponseStatus(error: DetailedError) {
  return error.originalResponse?.getStatus() ?? 0
}

/**
 * Uploads a file in one or more chunks, resuming an earlier attempt. Resolves to the media item's id. Rejects with a
 * {@link SendError}.
 */
export async function sendFile({ blob, name, url, onUrl, onProgress, signal }: Request): Promise<string> {
  const { Upload } = await import('tus-js-client')
  return new Promise((resolve, reject) => {
    const fail = (error: SendError) => reject(error)
    if (signal.aborted) return fail({ why: 'aborted' })
    const upload = new Upload(blob, {
      endpoint: ENDPOINT,
      ...(url ? { uploadUrl: url } : {}),
      metadata: { filename: name, filetype: blob.type || 'application/octet-stream' },
      retryDelays: TRIES,
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => {
        const status = getResponseStatus(error)
        return (
          status === 0 ||
          status === 408 ||
          status === 409 ||
          status === 423 ||
          (status >= 500 && status !== 503 && status !== 507)
        )
      },
      onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onSuccess: () => {
        const id = upload.url?.split(/[?#]/)[0]?.split('/').filter(Boolean).pop()
        if (id) resolve(id)
        else fail({ why: 'refused', detail: null, again: true })
      },
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null
        fail(toSendError(response?.getStatus() ?? 0, response?.getBody(), response?.getHeader('Retry-After')))
      },
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      fail({ why: 'aborted' })
    })
    upload.start()
  })
}

/** Deletes an upload on the server. If this fails, the server deletes it later on its own. */
export function discardUpload(url: string): void {
  void fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => undefined)
}
