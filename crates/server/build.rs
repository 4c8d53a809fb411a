//! The frontend is embedded: a missing build is an empty folder here, and a clear error when the server starts.

fn main() {
    let dist = std::path::Path::new("../../frontend/dist");
    if !dist.exists() {
        std::fs::create_dir_all(dist).expect("the folder frontend/dist can be made");
    }
    println!("cargo:rerun-if-changed=../../frontend/dist");
}
