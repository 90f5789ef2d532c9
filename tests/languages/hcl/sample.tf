# Where it runs.
terraform {
  required_version = ">= 1.5"
}

# The region of all.
variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  name = "shop-${var.region}"
  tags = { owner = "me" }
}

module "net" {
  source = "./modules/net"
  region = var.region
}

module "far" {
  source = "terraform-aws-modules/vpc/aws"
}

data "aws_ami" "linux" {
  most_recent = true
}

/* The server. */
resource "aws_instance" "web" {
  ami  = data.aws_ami.linux.id
  tags = local.tags
  lifecycle {
    prevent_destroy = true
  }
}

output "address" {
  value = aws_instance.web.public_ip
}

variable "size" {
  type        = number
  description = "How many there are."
}

output "all" {
  description = <<-EOT
    What all of them are.

    In their order.
  EOT
  value       = var.size
}
