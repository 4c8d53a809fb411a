import type { PaymentMethod, Wallet } from '../../api/types';

/** What a buyer says besides plan and address, by the name of its field. */
export type PaymentFields = { phone?: string };

export type WalletButtonsProps = {
  wallet: Wallet;
  method: PaymentMethod;
  /** ISO code of the plan's currency. */
  currency: string;
  /** Makes the order, and answers the id of its payment. */
  onCreate: (fields?: PaymentFields) => Promise<string>;
  onApprove: (paymentId: string) => Promise<void>;
  onCancel: () => void;
  onError: (cause: unknown) => void;
  onLoadFailed?: () => void;
};
