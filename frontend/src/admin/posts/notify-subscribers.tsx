import toast from 'react-hot-toast';
import { requestNotification } from './api';

/** Has subscribers told about a new post. It is saved whatever happens here. */
export async function notifySubscribers(id: number): Promise<void> {
  try {
    const { message, status } = await requestNotification(id);
    if (status === 'notified') toast.success(message);
    else toast(message);
  } catch (cause) {
    console.error(cause);
    toast.error(({ id: shown }) => (
      <span className="flex flex-wrap items-center gap-x-3">
        <span>Failed to notify subscribers</span>
        <button
          type="button"
          className="min-h-8 rounded-sm font-semibold underline"
          onClick={() => {
            toast.dismiss(shown);
            void notifySubscribers(id);
          }}
        >
          Try again
        </button>
      </span>
    ));
  }
}
