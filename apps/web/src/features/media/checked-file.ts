/** Why a chosen file is refused. */
export type Refused = { refused: 'image_too_large' | 'video_too_large' | 'not_media' }

/** A chosen file that can be sent. */
export type GoodFile = {
  /** What the server makes of it: an animated picture becomes a video. */
  kind: 'image' | 'video'
  /** The bytes to send, with the type of their content; a photo that was too large is a smaller one by now. */
  file: File
  /** The file as it was chosen, with its position and times. */
  chosen: File
  /** Only the first frame of its animation is stored. */
  isFirstFrameOnly: boolean
}

/** The result of checking a chosen file. */
export type FileCheck = GoodFile | Refused
