import { testVideosWith } from '../../../test/videos-with.ts'
import { findAddon } from './ffmpeg-addon.ts'

testVideosWith('the package', findAddon())
