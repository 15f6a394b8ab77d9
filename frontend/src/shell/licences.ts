import licence from '../../../LICENSE?raw'
import notices from '../../../NOTICES.md?raw'

export { licence, notices }
