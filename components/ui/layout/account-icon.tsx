import { PlatformIcon } from "./platform-icon.tsx";

/** Medium is as high as a mark alone, so that rows with and without a picture are equally high. */
const sizes = { medium: "size-5", large: "size-[38px]" };
const markSizes = { medium: "-right-1.5 scale-[0.7]", large: "-right-1.5" };

type AccountIconProps = {
  platform: string;
  /** The platform's name, when no text beside the icon gives it. */
  label?: string;
  /** Address of the account's own picture; without one, the platform's mark stands alone. */
  picture: string | null | undefined;
  size?: keyof typeof sizes;
};

/** An account's picture with its platform's mark in the corner. */
export function AccountIcon({ picture, size = "medium", ...icon }: AccountIconProps) {
  if (!picture) return <PlatformIcon {...icon} size={size} />;
  return (
    <span className={`relative inline-flex shrink-0 ${sizes[size]}`}>
      <img src={picture} alt="" loading="lazy" className="size-full rounded-full bg-sunk object-cover" />
      <span className={`absolute -bottom-1 inline-flex rounded-[6px] outline-2 outline-paper ${markSizes[size]}`}>
        <PlatformIcon {...icon} size="small" />
      </span>
    </span>
  );
}
