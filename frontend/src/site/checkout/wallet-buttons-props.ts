import type { Wallet } from '../../api/types';

export type WalletButtonsProps = {
  wallet: Wallet;
  /** ISO code of the plan's currency. */
  currency: string;
  /** Makes the order, and answers the wallet's id of it. */
  onCreate: () => Promise<string>;
  onApprove: (paymentId: string) => Promise<void>;
  onCancel: () => void;
  onError: (cause: unknown) => void;
  onLoadFailed?: () => void;
};
